// Owns: the shapes of opencode's messages and plugin hooks as far as they matter here. Nothing of opencode is imported,
// so that one binding serves its versions.

/** One part of a message. */
export interface PartLike {
  readonly id: string;
  readonly type: string;
}

/** A message as opencode stores it. */
export interface MessageLike {
  readonly info: { readonly id: string; readonly role: string };
  readonly parts: readonly PartLike[];
}

/** What opencode tells a plugin when it starts. */
export interface PluginInputLike {
  readonly directory: string;
  readonly client: {
    readonly session: {
      readonly messages: (request: {
        path: { id: string };
      }) => Promise<{ readonly data?: readonly MessageLike[] | undefined }>;
    };
  };
}

/** A prompt that is about to be stored. */
export interface ChatMessageLike<P extends PartLike> {
  readonly message: { readonly id: string };
  readonly parts: P[];
}

/** A call that has run, and what its tool gave back. */
export interface ToolCallLike {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

/** What a tool gave back; a plugin may change it before it is stored. */
export interface ToolOutputLike {
  output: string;
  metadata: unknown;
}
