// The texts of pages, whatever the language.

/** Texts on the page, labels included, that look like the key of a text rather than a text. */
export const untranslated = (page) =>
  page.evaluate(() => {
    const key = /^[a-z]+(\.[a-z0-9_-]+)+$|\{\w+\}|undefined|\[object/;
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent.trim());
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.filter((text) => key.test(text));
  });
