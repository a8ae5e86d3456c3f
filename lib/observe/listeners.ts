/** Who wants to be told of something. */
export class Listeners<T> {
  readonly #all = new Set<(news: T) => void>();

  /** Adds a listener; the answer takes it away again. */
  add(listener: (news: T) => void): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  tell(news: T): void {
    for (const listener of this.#all) listener(news);
  }

  clear(): void {
    this.#all.clear();
  }
}
