"""The interfaces of other packages, kept by acelabel. `from acelabel.compat import idna` replaces `import idna`."""
