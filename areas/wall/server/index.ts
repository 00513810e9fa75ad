import * as model from '#areas/wall/model/index.ts';
import { area } from '#kit/area/area.ts';
import { screenRules, screensServed } from './screens.ts';

export const wall = area({ name: 'wall', model, rules: { sysbigreport: screenRules }, calls: screensServed });
