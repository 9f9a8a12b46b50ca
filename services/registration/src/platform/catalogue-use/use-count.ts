/** How often something is in use. */
export interface UseCount {
  id: number;
  count: number;
}
