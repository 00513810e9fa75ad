import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import './strip.css';

const words = {
  lost: text('网络已断开，恢复后自动继续', 'Offline. Work resumes automatically when the network is back.'),
  newer: text('系统已更新', 'A new version is available'),
  load: text('立即刷新', 'Refresh now'),
};

const shows = { lost: false, newer: false };

/** Both languages stand there; the page's own decides which is seen, as on the login page. */
const both = (message: Text): HTMLElement[] =>
  (['zh', 'en'] as const).map((lang) =>
    Object.assign(document.createElement('span'), { lang: lang === 'zh' ? 'zh-CN' : 'en', textContent: message[lang] }),
  );

function draw(): void {
  document.getElementById('strip')?.remove();
  const message = shows.lost ? words.lost : shows.newer ? words.newer : null;
  document.documentElement.toggleAttribute('data-strip', message !== null);
  if (!message) return;
  const line = Object.assign(document.createElement('div'), {
    id: 'strip',
    className: `gh-no-print${shows.lost ? ' lost' : ''}`,
  });
  line.setAttribute('role', 'status');
  line.append(...both(message));
  if (!shows.lost) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'gh-link',
      onclick: () => location.reload(),
    });
    button.append(...both(words.load));
    line.append(button);
  }
  document.body.append(line);
}

/** Shows or hides the message strip at the foot of the window, the same on every page. */
export function strip(what: keyof typeof shows, shown: boolean): void {
  if (shows[what] === shown) return;
  shows[what] = shown;
  draw();
}
