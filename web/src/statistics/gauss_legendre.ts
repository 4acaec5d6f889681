// Gauss-Legendre rules on [-1, 1]: exact for polynomials of degree below twice the number of nodes.
export interface QuadratureRule {
  nodes: Float64Array; // rising
  weights: Float64Array;
}

export function gaussLegendre(count: number): QuadratureRule {
  const nodes = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; ++i) {
    // Newton's method on the Legendre polynomial; from this start it needs three or four steps.
    let x = -Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; ++step) {
      let before = 1;
      let value = x;
      for (let degree = 2; degree <= count; ++degree) {
        [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
      }
      slope = (count * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}
