import { defineRoute } from '../../define-route.ts';
import { clientDeviceIdOf } from '../../person-access/presented-device.ts';

export const route = defineRoute('listPersonDevices', async ({ principal, request }, { devices }) => ({
  items: await devices.list(principal.sub, clientDeviceIdOf(request)),
}));
