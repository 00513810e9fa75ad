/** Browser storage under one prefix; each entry says what it is and when it was put. */
const prefix = 'gatehouse-';

type Entry = { dataType: string; content: unknown; type: 'session' | 'local'; datetime: number };

const shelf = (kind: 'session' | 'local'): Storage => (kind === 'session' ? sessionStorage : localStorage);

/** Puts a value away. `session`: forgotten with the window. */
export function keep(name: string, content: unknown, type: 'session' | 'local' = 'local'): void {
  const entry: Entry = {
    dataType: Array.isArray(content) ? 'array' : typeof content,
    content,
    type,
    datetime: Date.now(),
  };
  try {
    shelf(type).setItem(prefix + name, JSON.stringify(entry));
  } catch {
    // A full or forbidden store costs the person a remembered setting, never the page.
  }
}

export function kept<T>(name: string, type: 'session' | 'local' = 'local'): T | null {
  try {
    const raw = shelf(type).getItem(prefix + name);
    return raw === null ? null : ((JSON.parse(raw) as Entry).content as T);
  } catch {
    return null;
  }
}

export function drop(name: string, type: 'session' | 'local' = 'local'): void {
  try {
    shelf(type).removeItem(prefix + name);
  } catch {
    // Nothing was kept where storing is forbidden.
  }
}

export type Stored = Entry & { name: string; bytes: number };

/** All entries under the prefix, newest first. */
export function everything(): Stored[] {
  const read = (kind: Entry['type']): Stored[] =>
    Array.from({ length: shelf(kind).length }, (_, at) => shelf(kind).key(at)!).flatMap((key) => {
      if (!key.startsWith(prefix)) return [];
      const raw = shelf(kind).getItem(key) ?? '';
      try {
        return [
          {
            ...(JSON.parse(raw) as Entry),
            type: kind,
            name: key.slice(prefix.length),
            bytes: (key.length + raw.length) * 2,
          },
        ];
      } catch {
        return [];
      }
    });
  return [...read('local'), ...read('session')].sort((a, b) => b.datetime - a.datetime);
}

/** Calls back when another window of the same browser changes the entry. */
export function onKept(name: string, changed: () => void): () => void {
  const listen = (event: StorageEvent) => event.key === prefix + name && changed();
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
