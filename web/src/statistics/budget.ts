// What a certificate costs: n votes (10 to 10^7 on the page) at failure probability alpha (1e-12 to 0.5).
export interface Budget {
  n: number;
  alpha: number;
}
