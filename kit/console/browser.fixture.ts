/** Just enough of a browser for units: its two stores, empty at the beginning, and an address. */
function store(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
    clear: () => held.clear(),
  };
}

const target = new EventTarget();
for (const [name, value] of Object.entries({
  localStorage: store(),
  sessionStorage: store(),
  location: { href: 'http://gatehouse.test/static/incar?page=2' },
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
}))
  Object.defineProperty(globalThis, name, { value, configurable: true });
