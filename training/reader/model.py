"""The encoder in PyTorch, with heads for the label, the act and the border of each piece.

The lower layers stay as they are: what they make of a message is computed once. The hints are added where the layers
that learn begin. The last layers are left out: e5 pools the mean of all pieces, so they make the pieces of a text
alike.
"""

from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.reader.base import Base
from travelagent.assistant.encoder.inputs import Scheme

FROZEN: Final = 2
"""Number of the lower layers that stay as they are."""
LAYERS: Final = 10
"""Number of layers that are kept."""
_DROPOUT: Final = 0.1
_BARRED: Final = -1e4


class Layer(nn.Module):
    """One transformer layer with the names of its tensors in the pretrained file."""

    def __init__(self, base: Base, number: int) -> None:
        super().__init__()
        width = base.width
        self.heads = base.heads
        self.qkv, self.ao = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.fi, self.fo = nn.Linear(width, base.inner), nn.Linear(base.inner, width)
        self.aln, self.oln = nn.LayerNorm(width, base.epsilon), nn.LayerNorm(width, base.epsilon)
        with torch.no_grad():
            for kind, parameter in (("w", self.qkv.weight), ("b", self.qkv.bias)):
                parameter.copy_(torch.cat([torch.tensor(base.floats(f"l{number}.{part}.{kind}")) for part in "qkv"]))
            for name in ("ao", "fi", "fo", "aln", "oln"):
                module = getattr(self, name)
                module.weight.copy_(torch.tensor(base.floats(f"l{number}.{name}.w")))
                module.bias.copy_(torch.tensor(base.floats(f"l{number}.{name}.b")))

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """`x` [messages, pieces, width], `bias` [messages, 1, 1, pieces]: the states behind this layer."""
        batch, pieces, width = x.shape
        shape = (batch, pieces, 3, self.heads, width // self.heads)
        q, k, v = self.qkv(x).view(shape).permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(q, k, v, bias)
        x = self.aln(x + self.ao(attended.transpose(1, 2).reshape(batch, pieces, width)))
        added: Tensor = self.oln(x + self.fo(functional.gelu(self.fi(x))))
        return added


class Reader(nn.Module):
    """The layers of the encoder that are kept, and the heads."""

    def __init__(self, base: Base, scheme: Scheme) -> None:
        super().__init__()
        width = base.width
        self.register_buffer("positions", torch.tensor(positions(base)))
        self.first_norm = nn.LayerNorm(width, base.epsilon)
        with torch.no_grad():
            self.first_norm.weight.copy_(torch.tensor(base.floats("emb.ln.w")))
            self.first_norm.bias.copy_(torch.tensor(base.floats("emb.ln.b")))
        self.layers = nn.ModuleList(Layer(base, n) for n in range(LAYERS))
        self.hints = nn.Embedding(len(scheme.forms), width)
        nn.init.zeros_(self.hints.weight)
        self.norm = nn.LayerNorm(width, base.epsilon)
        self.label = nn.Linear(2 * width, 1 + 2 * len(scheme.roles))
        self.act = nn.Linear(2 * width, len(scheme.acts))
        self.border = nn.Linear(2 * width, 1)
        self.first_norm.requires_grad_(False)
        for layer in self.layers[:FROZEN]:
            layer.requires_grad_(False)

    def lower(self, words: Tensor, mask: Tensor) -> Tensor:
        """`words` [messages, pieces, width], `mask` [messages, pieces]: the states behind the frozen layers."""
        x = self.first_norm(words + self.positions[: words.shape[1]])
        for layer in self.layers[:FROZEN]:
            x = layer(x, _bias(mask, x))
        return x

    def upper(self, x: Tensor, hints: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of labels [messages, pieces, labels], acts [messages, pieces, acts] and borders [messages,
        pieces].

        `x` are the states behind the frozen layers, `hints` [messages, pieces] forms.
        """
        x = x + self.hints(hints).to(x.dtype)
        for layer in self.layers[FROZEN:]:
            x = layer(x, _bias(mask, x))
        x = self.norm(x.float())
        whole = x[:, :1].expand_as(x)
        x = torch.cat([functional.dropout(x, _DROPOUT, self.training), whole], -1)
        return self.label(x), self.act(x), self.border(x).squeeze(-1)


def positions(base: Base) -> np.ndarray:
    """Return what is added to the word of each position, the type of the text included: [positions, width]."""
    return base.floats("emb.pos").reshape(-1, base.width) + base.floats("emb.type")[: base.width]


def _bias(mask: Tensor, x: Tensor) -> Tensor:
    return ((1.0 - mask) * _BARRED)[:, None, None, :].to(x.dtype)
