# What each target does stands in tasks.py, which also works without make: `python tasks.py book`.
PYTHON ?= python3
TASKS := setup test test-latest html book check-book pdf slides lab lab-solutions refresh student exam check-exam slips mutants marks predictions coverage bench lock clean

.PHONY: help $(TASKS)
.NOTPARALLEL:

help $(TASKS):
	@$(PYTHON) tasks.py $@
