export const nothing = 'to run';
