import { boolean, longText, phone, str, url } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** Makers of devices, one list for everybody; chosen where a device is entered. */
export const manufacturer = resource({
  name: 'manufacturer',
  title: text('设备厂商', 'Manufacturer'),
  help: text('设备的厂商，登记设备时选用。', 'Makers of devices, chosen where a device is registered.'),
  area: 'device',
  route: '/basedata/sysManufacturer',
  scope: 'platform',
  wire: { base: '/api/updown/plat/sysManufacturer', list: 'listPage' },
  fields: {
    name: str(text('厂商名称', 'Name'), { required: true, search: true, max: 60 }),
    shortName: str(text('简称', 'Short name'), { search: true, max: 20 }),
    linkman: str(text('联系人', 'Contact'), { max: 30 }),
    contactNumber: phone(text('联系电话', 'Phone')),
    website: url(text('网址', 'Website')),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'name',
  unique: [['name']],
  list: ['name', 'shortName', 'linkman', 'contactNumber', 'website', 'enabled'],
});
