// The address stays that of the page that was asked for: loading it again leads there.
addEventListener('online', () => location.reload());
