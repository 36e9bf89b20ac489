from figures_closed import course_style, figures_closed  # noqa: F401
