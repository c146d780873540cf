# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The version of the package, which the build and the files that it writes state."""

__version__ = "0.1.0.dev0"
