// As much of a document as the modules need that make a few elements and listen to them.

class FakeElement extends EventTarget {
  children = [];
  attributes = new Map();
  textContent = '';

  get hidden() {
    return this.attributes.has('hidden');
  }

  set hidden(hidden) {
    if (hidden) this.setAttribute('hidden', '');
    else this.removeAttribute('hidden');
  }

  get nextSibling() {
    return this.parent?.children[this.parent.children.indexOf(this) + 1] ?? null;
  }

  contains(other) {
    for (let each = other; each; each = each.parent) if (each === this) return true;
    return false;
  }

  append(...children) {
    for (const child of children) this.insertBefore(child, null);
  }

  insertBefore(child, before) {
    if (!(child instanceof FakeElement)) return;
    child.remove();
    this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, child);
    child.parent = this;
  }

  replaceChildren(...children) {
    for (const child of [...this.children]) child.remove();
    this.append(...children);
  }

  remove() {
    if (!this.parent) return;
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** By the value of an attribute, among the children. */
  querySelector(selector) {
    const [, name, value] = /^\[([\w-]+)="(.*)"\]$/.exec(selector);
    return this.children.find((child) => child.getAttribute(name) === value) ?? null;
  }

  focus() {
    document.activeElement = this;
  }
}

globalThis.Text = class extends FakeElement {
  constructor(data) {
    super();
    this.data = data;
  }
};

/** An element that stands alone. */
export const element = () => new FakeElement();

globalThis.document = Object.assign(new EventTarget(), {
  createElement: element,
  activeElement: null,
  body: element(),
  getElementById: () => null,
});
