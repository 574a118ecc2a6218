"""Forty traveller tasks, in Chinese and English, that score a chat model behind the real assistant.

`python -m benchmarks model_eval --model NAME`; docs/models.md describes what is measured.
"""
