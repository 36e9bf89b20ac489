"""From two columns of labels to the pairs that occur, and how often each does."""
