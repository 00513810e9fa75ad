import { text } from '#kit/declare/text.ts';

/** What the try-out and test pages are called; they stand at their address and in no menu. */
export const titles = {
  cache: text('页面缓存', 'Kept pages'),
  tags: text('标签页', 'Open tabs'),
  store: text('本地存储', 'Local storage'),
  logs: text('错误日志', 'Error log'),
  crud: text('表格增删改查', 'Table with add, edit, delete'),
  table: text('表格', 'Table'),
  form: text('表单', 'Form'),
  permission: text('我的权限', 'My permissions'),
  top: text('全部页面', 'All pages'),
  crudForm: text('表格与整页表单', 'Table with a form in the page'),
  affix: text('分区目录（固定标题）', 'Pages by section, headings fixed'),
  error403: text('403 无权访问', '403 not permitted'),
  error404: text('404 不存在', '404 not found'),
  error500: text('500 服务器错误', '500 server error'),
  index: text('测试页目录', 'Test pages'),
  formDetail: text('表单详情', 'Form detail'),
  account: text('个人信息', 'My account'),
  connection: text('连接测试', 'Connection test'),
  mqtt: text('实时消息', 'Live messages'),
  company: text('切换单位', 'Switch company'),
};
