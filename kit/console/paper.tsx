import type { ReactNode } from 'react';
import type { Line } from '#domain/print/layout.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from './words.ts';
import './look/paper.css';

const words = {
  qr: text('二维码', 'QR code'),
  barcode: text('条形码', 'Barcode'),
  cut: text('切纸', 'Cut'),
};

function Drawn({ line }: { line: Line }): ReactNode {
  const { t } = useWords();
  if (line.kind === 'cut') return <div className="gh-paper-cut" role="img" aria-label={t(words.cut)} />;
  if (line.kind !== 'text')
    return (
      <div className="gh-paper-code">
        {t(words[line.kind])}
        <br />
        {line.text}
      </div>
    );
  const look = [line.bold ? 'bold' : '', line.big ? 'big' : ''].filter(Boolean).join(' ');
  return <div className={look}>{line.text === '' ? '\u00a0' : line.text}</div>;
}

/** Paper with lines laid out for it, as the printer puts them. */
export function PaperView({ lines, columns }: { lines: readonly Line[]; columns: number }): ReactNode {
  return (
    <div className="gh-paper" style={{ width: `${columns / 2}em` }}>
      {lines.map((line, nth) => (
        <Drawn key={nth} line={line} />
      ))}
    </div>
  );
}

/** The lines alone, printed by the browser. */
export function printLines(lines: readonly Line[], columns: number): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument!;
  const pre = page.createElement('pre');
  pre.style.cssText = `margin:0;font:12px/1.4 monospace;width:${columns}ch;white-space:pre-wrap`;
  for (const line of lines) {
    if (line.kind === 'cut') continue;
    const own = page.createElement('div');
    own.textContent = line.text === '' ? '\u00a0' : line.text;
    if (line.kind === 'text' && line.bold) own.style.fontWeight = 'bold';
    if (line.kind === 'text' && line.big) own.style.fontSize = '200%';
    pre.append(own);
  }
  page.body.append(pre);
  frame.contentWindow!.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow!.print();
}
