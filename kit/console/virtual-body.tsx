import { useEffect } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { token, useLook } from './look.ts';

export type VirtualBodyProps = {
  frame: RefObject<HTMLDivElement | null>;
  count: number;
  span: number;
  here: number;
  line: (index: number) => ReactNode;
};

/** The body of a long table: only the rows in view, with the height of the others above and below. */
export default function VirtualBody({ frame, count, span, here, line }: VirtualBodyProps): ReactNode {
  const look = useLook();
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => Number.parseInt(token('row'), 10),
    overscan: 12,
  });
  useEffect(() => rows.measure(), [look, rows]);
  useEffect(() => {
    if (here >= 0) rows.scrollToIndex(here, { align: 'auto' });
  }, [here, rows]);
  const items = rows.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  const gap = (height: number) =>
    height > 0 ? (
      <tr aria-hidden="true">
        <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
      </tr>
    ) : null;
  return (
    <tbody>
      {gap(before)}
      {items.map((item) => line(item.index))}
      {gap(after)}
    </tbody>
  );
}
