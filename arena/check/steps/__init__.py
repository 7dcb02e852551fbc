"""The steps of an examination, a module a stage: each step takes the exam, and gives its findings."""
