const restMs = 500;
/** A finger that rests trembles; one that goes further scrolls. */
const nearPx = 10;
/** Some browsers let the click come a while after the finger has left. */
const clickMs = 300;

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Calls `rested` once a finger that has rested where it went down leaves again; the click that follows does nothing. A
 * mouse has its right button instead.
 */
export function onRest(down: React.PointerEvent, rested: () => void): void {
  if (down.pointerType !== 'touch') return;
  const over = new AbortController();
  const { signal } = over;
  window.addEventListener('pointercancel', () => over.abort(), { signal });
  window.addEventListener(
    'pointermove',
    (now) => {
      if (Math.hypot(now.clientX - down.clientX, now.clientY - down.clientY) > nearPx) over.abort();
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    (up) => {
      over.abort();
      if (up.timeStamp - down.timeStamp < restMs) return;
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, true), clickMs);
      setTimeout(rested);
    },
    { signal },
  );
}
