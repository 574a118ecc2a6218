"""Write what the product reads: the vocabulary, the words, the layers as an ONNX graph, and the heads.

The words and the frozen layers keep their 4 bits; the layers that learned are stored in 8 bits by blocks of 32. The
graph is for one text at a time: its inputs are `words` and `hints`, its output `states`, each [1, pieces, width].
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from training.reader.base import Base
from training.reader.messages import fingerprint
from training.reader.model import FROZEN, LAYERS, Reader, positions
from travelagent.assistant.encoder.blocks import BLOCK, parts
from travelagent.assistant.encoder.encoder import LAYERS_FILE, POSITIONS_FILE, VOCABULARY_FILE, WORDS_FILE
from travelagent.assistant.encoder.inputs import Scheme
from travelagent.assistant.encoder.tagger import HEADS_FILE
from travelagent.assistant.encoder.tokenizer import Tokenizer

LABEL_TEMPERATURE: Final = 1.5
ACT_TEMPERATURE: Final = 1.2
"""By which the logits are divided, so that probabilities are the shares that are right; as `--held-out` prints them."""
_CONTRIBUTED: Final = "com.microsoft"
_OPSET: Final = 20
_IR_VERSION: Final = 9
_INTEGERS: Final = 4
"""Accuracy level of a product with blocks: activations are rounded to 8 bits block by block."""
_HALF_RANGE: Final = 128


def exported(folder: Path, base: Base, keep: npt.NDArray[np.int64], model: Reader, scheme: Scheme) -> None:
    """Write all files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [base.pieces[n] for n in keep]
    Tokenizer.save(folder / VOCABULARY_FILE, chosen, base.scores[keep].tolist(), base.normalisation)
    np.save(folder / WORDS_FILE, base.tensors["emb.word"][keep])
    np.save(folder / POSITIONS_FILE, positions(base))
    onnx.save(_Graph(base, model).made(), str(folder / LAYERS_FILE))
    state = {name: value.detach().numpy().astype(np.float32) for name, value in model.state_dict().items()}
    for name, temperature in (("label", LABEL_TEMPERATURE), ("act", ACT_TEMPERATURE)):
        for kind in ("weight", "bias"):
            state[f"{name}.{kind}"] /= temperature
    heads = [f"{name}.{kind}" for name in ("label", "act", "border") for kind in ("weight", "bias")]
    np.savez_compressed(
        folder / HEADS_FILE,
        scheme=np.array(scheme.dumped()),
        learned_from=np.array(fingerprint()),
        **{name.replace(".", "_"): state[name].astype(np.float16) for name in ("hints.weight", *heads)},
    )


class _Graph:
    """The layers as an ONNX graph."""

    def __init__(self, base: Base, model: Reader) -> None:
        self._base = base
        self._state = {name: value.detach().numpy() for name, value in model.state_dict().items()}
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def made(self) -> onnx.ModelProto:
        x = self._normalised("words", "first_norm")
        for n in range(LAYERS):
            if n == FROZEN:
                x = self._node("Add", [x, "hints"])
            x = self._layer(x, n)
        self._nodes.append(helper.make_node("Identity", [self._normalised(x, "norm")], ["states"]))
        shape = [1, "pieces", self._base.width]
        values = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in ("words", "hints", "states")
        ]
        graph = helper.make_graph(self._nodes, "encoder", values[:2], values[2:], self._constants)
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIBUTED, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=_IR_VERSION)
        onnx.checker.check_model(model)
        return model

    def _layer(self, x: str, n: int) -> str:
        qkv = self._product(x, n, "qkv", 3 * self._base.width, self._base.width)
        q, k, v = (f"{qkv}.{part}" for part in "qkv")
        self._nodes.append(helper.make_node("Split", [qkv], [q, k, v], axis=2, num_outputs=3))
        attended = self._node("MultiHeadAttention", [q, k, v], domain=_CONTRIBUTED, num_heads=self._base.heads)
        out = self._product(attended, n, "ao", self._base.width, self._base.width)
        x = self._normalised(self._node("Add", [x, out]), f"layers.{n}.aln")
        inner = self._node("Gelu", [self._product(x, n, "fi", self._base.inner, self._base.width)])
        out = self._product(inner, n, "fo", self._base.width, self._base.inner)
        return self._normalised(self._node("Add", [x, out]), f"layers.{n}.oln")

    def _product(self, x: str, n: int, name: str, rows: int, columns: int) -> str:
        """Multiply with a matrix in blocks and add its bias."""
        if n < FROZEN:
            stored = [self._base.tensors[f"l{n}.{part}.w"] for part in ("qkv" if name == "qkv" else (name,))]
            scales, values = parts(np.concatenate(stored))
            packed, bits = values[:, :, ::2] | values[:, :, 1::2] << 4, 4
        else:
            scales, packed = _eight_bits(self._state[f"layers.{n}.{name}.weight"])
            bits = 8
        weights = [
            self._constant(packed),
            self._constant(scales.reshape(-1)),
            "",
            "",
            self._constant(self._state[f"layers.{n}.{name}.bias"]),
        ]
        return self._node(
            "MatMulNBits", [x, *weights], domain=_CONTRIBUTED,
            K=columns, N=rows, bits=bits, block_size=BLOCK, accuracy_level=_INTEGERS,
        )  # fmt: skip

    def _normalised(self, x: str, name: str) -> str:
        parameters = [self._constant(self._state[f"{name}.{kind}"]) for kind in ("weight", "bias")]
        return self._node("LayerNormalization", [x, *parameters], epsilon=self._base.epsilon)

    def _node(self, operator: str, inputs: Sequence[str], **attributes: object) -> str:
        name = f"{operator}.{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [name], name=name, **attributes))
        return name

    def _constant(self, value: npt.NDArray[np.generic]) -> str:
        name = f"constant.{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name


def _eight_bits(weights: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8]]:
    """Return the scales [rows, blocks] and the values [rows, blocks, 32] of a matrix.

    A weight is (value - 128) × scale.
    """
    blocks = weights.reshape(len(weights), -1, BLOCK)
    scales = np.abs(blocks).max(axis=2) / (_HALF_RANGE - 1)
    scales[scales == 0] = 1
    values = np.rint(blocks / scales[:, :, None]) + _HALF_RANGE
    return scales.astype(np.float32), values.astype(np.uint8)
