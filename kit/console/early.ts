/**
 * Requests sent before the part that wants their answer is there: the first by the document itself, ahead of the
 * scripts it queues. Each answer is given once, to the same request of the same session in the same language, while it
 * is fresh.
 */
type Early = { readonly of: string; readonly answer: Promise<Response> };
declare global {
  /** By address; the document's inline script begins it (tools/build/first-drawing.ts). */
  var gatehouseEarly: Record<string, Early> | undefined;
}

const freshMs = 20_000;
const sent = (globalThis.gatehouseEarly ??= {});

const letGo = ({ answer }: Early): void =>
  void answer.then(
    ({ body }) => body?.cancel(),
    () => undefined,
  );

/** Puts an answer by for the request that will want it. `of`: whose it is, as `ask` says it. */
export function putEarly(url: string, of: string, answer: Promise<Response>): void {
  const early = { of, answer };
  answer.catch(() => undefined);
  sent[url] = early;
  setTimeout(() => {
    if (sent[url] !== early) return;
    delete sent[url];
    letGo(early);
  }, freshMs);
}

/** The answer that is on its way to this request already. */
export function takeEarly(url: string, of: string): Promise<Response> | undefined {
  const early = sent[url];
  if (!early) return;
  delete sent[url];
  if (early.of === of) return early.answer;
  letGo(early);
}
