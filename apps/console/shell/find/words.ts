import { text } from '#kit/declare/text.ts';

export const menuSearchTitle = text('菜单搜索', 'Menu search');
export const menuSearchHolder = text('输入菜单名称，可用拼音首字母', 'Type a page name');
export const paletteTitle = text('快速查找', 'Quick find');
export const paletteHolder = text(
  '车牌、订单号、车场、菜单、操作，或提问',
  'Plate, order no., car park, page, action, or a question',
);
export const looking = text('查找中…', 'Searching…');
export const tabBefore = text('上一个标签页', 'Previous tab');
export const tabAfter = text('下一个标签页', 'Next tab');
