import type { AnyRow } from '#kit/console/fields.ts';
import type { MenuChange, MenuItem } from '#domain/weixin/menu.ts';

export type Item = MenuItem & { readonly updatedAt: string };

/** What `wxmenu.wxmodel` answers. */
export type Model = {
  readonly publicplatId: string | null;
  readonly companyId: string | null;
  readonly name: string | null;
  readonly draft: readonly Item[];
  readonly published:
    | (AnyRow & {
        readonly no: number;
        readonly time: string;
        readonly state: string;
        readonly differences: readonly MenuChange[];
      })
    | null;
  readonly refused: string | null;
  readonly state: 'none' | 'draft' | 'sending' | 'published' | 'differs';
  readonly changes: readonly MenuChange[];
  readonly faults: readonly { readonly id: string; readonly name: string; readonly words: string }[];
  readonly cut: readonly { readonly id: string; readonly name: string }[];
  readonly unanswered: readonly string[];
};

/** What is being edited: an item that is there, or one to be added at a place. */
export type Chosen = { readonly id: string } | { readonly under: string | null };
