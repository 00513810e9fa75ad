import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { create } from 'qrcode';
import type { Line } from '#domain/print/layout.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from './words.ts';
import './look/paper.css';

const words = {
  qr: text('二维码', 'QR code'),
  barcode: text('条形码', 'Barcode'),
  cut: text('切纸', 'Cut'),
};

/** What a printer still puts into one code. */
const MOST_BYTES = 2_000;

/**
 * A QR code as one path of squares, sharp on paper of any width, with the blank border that readers need; null where
 * the text is too long for one.
 */
function squares(content: string): { readonly viewBox: string; readonly path: string } | null {
  if (new TextEncoder().encode(content).length > MOST_BYTES) return null;
  const { modules } = create(content, { errorCorrectionLevel: 'M' });
  const dark = [...modules.data.keys()].filter((nth) => modules.data[nth]);
  const { size } = modules;
  return {
    viewBox: `-2 -2 ${size + 4} ${size + 4}`,
    path: dark.map((nth) => `M${nth % size} ${Math.floor(nth / size)}h1v1h-1z`).join(''),
  };
}

function Code({ kind, content }: { kind: 'qr' | 'barcode'; content: string }): ReactNode {
  const { t } = useWords();
  const code = useMemo(() => (kind === 'qr' ? squares(content) : null), [kind, content]);
  if (code)
    return (
      <svg className="gh-paper-qr" viewBox={code.viewBox} role="img" aria-label={`${t(words.qr)} ${content}`}>
        <path d={code.path} />
      </svg>
    );
  return (
    <div className="gh-paper-code">
      {t(words[kind])}
      <br />
      {content}
    </div>
  );
}

function Drawn({ line }: { line: Line }): ReactNode {
  const { t } = useWords();
  if (line.kind === 'cut') return <div className="gh-paper-cut" role="img" aria-label={t(words.cut)} />;
  if (line.kind !== 'text') return <Code kind={line.kind} content={line.text} />;
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

const SVG = 'http://www.w3.org/2000/svg';

function drawnCode(page: Document, { viewBox, path }: NonNullable<ReturnType<typeof squares>>): SVGElement {
  const code = page.createElementNS(SVG, 'svg') as SVGElement;
  code.setAttribute('viewBox', viewBox);
  code.style.cssText = 'display:block;width:32mm;height:32mm;margin:0 auto';
  const drawn = page.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  code.append(drawn);
  return code;
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
    const code = line.kind === 'qr' ? squares(line.text) : null;
    if (code) {
      pre.append(drawnCode(page, code));
      continue;
    }
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
