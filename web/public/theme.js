// Runs before the first paint, as a file of its own because the content security policy forbids inline scripts.
// The keys are those of src/lib/browser/preferences.ts.
(function () {
  var stored = null;
  try {
    stored = sessionStorage.getItem('isDark') || localStorage.getItem('isDark');
  } catch (error) {
    // Storage refused: follow the system.
  }
  var dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0f0f14' : '#fafafc';
})();
