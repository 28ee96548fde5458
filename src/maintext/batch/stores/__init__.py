"""Where a batch writes: a folder of this machine, or an object store. Both publish a file whole or not at all."""
