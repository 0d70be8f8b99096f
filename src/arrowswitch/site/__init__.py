"""The Django project: the club's pages, and what they store.

`storage` looks after the data folder before Django wakes up, `settings` reads what `storage` and the command line
decided, and each thing that a person does on a page has an app of its own (`club`, `movement`).
"""
