// @ts-check
// Light or dark as the visitor chose, before anything is drawn: the one script that is no module,
// because modules run after the first paint.
{
  let scheme = '';
  try {
    ({ scheme } = JSON.parse(localStorage.getItem('yiguan.settings') ?? '{}'));
  } catch {
    // Storage may be forbidden, or hold something else; the device chooses then.
  }
  if (scheme === 'light' || scheme === 'dark') document.documentElement.setAttribute('data-theme', scheme);
}
