"""Make the weights of the reader from the annotated messages.

`python -m training.reader` teaches the encoder, writes its files where the product reads them, and prints how well the
messages are read that are kept aside. See README.md.
"""

import argparse
import time
from pathlib import Path
from typing import Final

import torch

from training.reader import base as pretrained
from training.reader import lessons
from training.reader.calibrate import temperatures
from training.reader.export import exported
from training.reader.learn import SEED, learned
from training.reader.messages import Message, learned_from, written
from training.reader.model import Reader
from training.reader.scores import Reads, scored, shown
from training.reader.speed import measured
from training.reader.vocabulary import kept
from travelagent.assistant.encoder.blocks import unpacked
from travelagent.assistant.encoder.encoder import FOLDER, Encoder
from travelagent.assistant.encoder.tagger import Tagger, Tags
from travelagent.assistant.encoder.tokenizer import Tokenizer

EPOCHS: Final = 4


def main() -> None:
    """Learn, write, and print the size, the speed and the scores."""
    parser = argparse.ArgumentParser(prog="python -m training.reader")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are put")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(SEED)
    started = time.monotonic()
    base = pretrained.read(pretrained.package_file())
    messages = list(learned_from())
    keep = kept(base, (each.text for each in messages))
    tokenizer = Tokenizer([base.pieces[n] for n in keep], base.scores[keep].tolist(), base.normalisation)
    scheme = lessons.scheme_of(messages)
    samples = list(lessons.samples(tokenizer, scheme, messages))
    print(f"{len(keep)} pieces, {len(scheme.roles)} roles, {len(scheme.acts)} acts: {time.monotonic() - started:.0f} s")
    model = Reader(base, scheme)
    words = unpacked(base.tensors["emb.word"][keep])
    for epoch in learned(model, words, samples, arguments.epochs):
        exported(arguments.folder, base, keep, model, scheme)
        print(f"epoch {epoch} after {time.monotonic() - started:.0f} s", flush=True)
    print(measured(Encoder(arguments.folder), base.width, len(keep)), flush=True)
    aside = list(written(held_out=True))
    asides = list(lessons.samples(tokenizer, scheme, aside))
    print("temperatures of labels and acts: {:.2f}, {:.2f}".format(*temperatures(model, words, asides)), flush=True)
    print(shown(scored(_reads(Tagger(arguments.folder)), aside)), flush=True)


def _reads(tagger: Tagger) -> Reads:
    """Return a function that reads a message as the product does."""

    def read(message: Message) -> Tags:
        return tagger.tags(message.text, message.tokens, planned=message.planned, before=message.before)

    return read


if __name__ == "__main__":
    main()
