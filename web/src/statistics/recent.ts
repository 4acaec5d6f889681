// The values last made, by key: a slider comes back to the same few budgets.
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.values.delete(key);
    this.values.set(key, value); // a Map keeps the order of insertion: the first is the longest unused
    if (this.values.size > this.limit) this.values.delete(this.values.keys().next().value!);
    return value;
  }
}
