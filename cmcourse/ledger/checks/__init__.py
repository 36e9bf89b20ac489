"""The checks of each document that are too long for a row of the ledger."""
