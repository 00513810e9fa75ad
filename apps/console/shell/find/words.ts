import { text } from '#kit/declare/text.ts';

export const menuSearchTitle = text('菜单搜索', 'Menu search');
export const paletteTitle = text('快速查找', 'Find anything');
export const tabBefore = text('上一个标签页', 'Tab before');
export const tabAfter = text('下一个标签页', 'Next tab');
