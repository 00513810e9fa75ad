import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { help } from 'virtual:help';
import { Trouble } from '#kit/console/empty.tsx';
import { Dialog } from '#kit/console/floating.tsx';
import { useWords } from '#kit/console/words.ts';
import { text } from '#kit/declare/text.ts';
import { pageOf, placeOf } from '../pages.ts';
import type { Block, Line } from './markdown.ts';
import { helpTitle } from './words.ts';
import './help.css';

const words = { everywhere: text('列表、标签页与快捷键', 'Lists, tabs and keys') };

const HelpLine = ({ line }: { line: Line }): ReactNode =>
  line.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : 'code' in piece ? (
      <code key={at}>{piece.code}</code>
    ) : (
      <b key={at}>{piece.strong}</b>
    ),
  );

function Drawn({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <HelpLine line={block.line} />
        </h3>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, at) => (
            <li key={at}>
              <HelpLine line={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th key={at} scope="col">
                  <HelpLine line={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, nth) => (
                  <td key={nth}>
                    <HelpLine line={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    default:
      return (
        <p>
          <HelpLine line={block.line} />
        </p>
      );
  }
}

const all = (blocks: readonly Block[]): ReactNode => blocks.map((block, at) => <Drawn key={at} block={block} />);

/** Help for the screen in view, and below it what applies everywhere. */
export default function HelpDrawer({ path, onClose }: { path: string; onClose: () => void }): ReactNode {
  const { t, lang } = useWords();
  const place = placeOf(path);
  const { data, error, refetch } = useQuery({
    queryKey: ['help', place?.route, lang],
    staleTime: Infinity,
    queryFn: async () => {
      const [common, own, page] = await Promise.all([
        help['console']![lang](),
        help[place?.area ?? 'console']![lang](),
        place ? pageOf(path) : null,
      ]);
      return {
        common: common.default,
        own: place ? (own.default.screens[place.route] ?? own.default.general) : null,
        page,
      };
    },
  });
  const shown = (): ReactNode => {
    if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
    if (!data) return <span className="gh-spin" />;
    const { common, own, page } = data;
    return (
      <>
        {page?.help ? <p className="lead">{t(page.help)}</p> : null}
        {own ? all(own) : null}
        <details open={own === null}>
          <summary>{t(words.everywhere)}</summary>
          {all(common.general)}
        </details>
      </>
    );
  };
  return (
    <Dialog
      className="help-drawer"
      title={data?.page ? `${t(helpTitle)} · ${t(data.page.title)}` : t(helpTitle)}
      onClose={onClose}
    >
      {shown()}
    </Dialog>
  );
}
