"""Bad input, failing disks and strangers, on purpose."""
