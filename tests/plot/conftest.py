from figures_closed import figures_closed  # noqa: F401
