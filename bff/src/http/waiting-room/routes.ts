import { waitInLine } from '@portal/contract/students/waiting';
import { type Route, route } from '../route.ts';

export const waitingRoutes: readonly Route[] = [
  route(waitInLine, (exchange, { waitingRoom }) => waitingRoom.standing(exchange)),
];
