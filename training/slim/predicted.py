"""Predicted means and variances, by a norm table or a network -> the norms that a generator takes in training.

koe decodes windows with predicted norms. A generator that has heard its own predicted norms in training, and a table
that has learned from the speech that they give, lose less by it than two that were fitted one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from generator import BLOCKS, LAYERS, NORMS, Generator
from norm_network import Heard, NormNetwork
from norms import Table, features_of
from speech import Batch
from torch import Tensor


class OrderedNorms:
    """Packed means and logarithms of variances, in the order of a norm table -> the norms in the order of a pass."""

    def __init__(self, generator: Generator, order: list[str]) -> None:
        sizes = {
            f"{block.name}.adain{half}.{layer}": block.channels if half == 1 else generator.widths[block.name, layer]
            for block in BLOCKS
            for layer in LAYERS
            for half in (1, 2)
        }
        self._sizes = [sizes[name] for name in order]
        self._places = [order.index(name) for name in NORMS]

    def given(self, means: Tensor, logarithms: Tensor) -> Iterator[tuple[Tensor, Tensor]]:
        """Means and deviations of each norm, [B, C, 1], in the order of NORMS."""
        deviations = torch.exp(logarithms / 2)
        pairs = list(zip(*(values[:, :, None].split(self._sizes, 1) for values in (means, deviations)), strict=True))
        return iter([(pairs[place][0].contiguous(), pairs[place][1].contiguous()) for place in self._places])


class PredictedNorms:
    """`order` are the names of the norms as the table has them."""

    def __init__(self, table: Table, generator: Generator, order: list[str]) -> None:
        self.table = table
        self._ordered = OrderedNorms(generator, order)

    def of_batch(self, batch: Batch) -> Iterator[tuple[Tensor, Tensor]]:
        return self.of(features_of(batch))

    def of(self, features: Tensor) -> Iterator[tuple[Tensor, Tensor]]:
        return self._ordered.given(*self.table.norms(features))


class NetworkNorms:
    """The same by a network."""

    def __init__(self, network: NormNetwork, ordered: OrderedNorms) -> None:
        self._network, self._ordered = network, ordered

    def of_batch(self, batch: Batch) -> Iterator[tuple[Tensor, Tensor]]:
        return self._ordered.given(*self._network.norms(Heard.of(batch)))
