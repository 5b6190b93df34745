// Owns: the shapes of the Agents SDK's items, sessions and tools as far as they matter here. Nothing of the SDK is
// imported, so that one binding serves its versions.

/** An `AgentInputItem` of the Agents SDK, of any type. */
export interface ItemLike {
  readonly type?: unknown;
  readonly providerData?: unknown;
}

/** What the runner is about to send. */
export interface ModelDataLike<I extends ItemLike> {
  input: I[];
  instructions?: string;
}

/** A session of the Agents SDK; what else it can do is passed on. */
export interface SessionLike {
  getItems(limit?: number): Promise<ItemLike[]>;
  addItems(items: ItemLike[]): Promise<void>;
  popItem(): Promise<ItemLike | undefined>;
}
