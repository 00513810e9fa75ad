import type { ReactNode } from 'react';
import { park } from '#areas/lot/model/park.ts';
import { relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { RelationSelect } from '#kit/console/relation-select.tsx';
import { Antd } from '#kit/console/theme.tsx';

const field = relation(text('车场', 'Car park'), () => park);

/** One lot instead of all. Comes with its own bundle, as the select is large and the figures need not wait for it. */
export default function LotChoice({ value, onChange }: { value: string; onChange: (parkId: string | null) => void }): ReactNode {
  return <Antd><RelationSelect field={field} value={value || null} among={{}} onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen : null)} /></Antd>;
}
