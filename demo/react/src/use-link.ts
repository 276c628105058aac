import { useCallback, useEffect, useRef } from "react";
import { type Config, create, type Handler } from "service-link";

/**
 * Prepares Link while the component is there; answers what opens it. Its callbacks are those of the last
 * render; the rest of the config counts as it was in the first.
 */
export function useLink(config: Config): () => void {
  const latest = useRef(config);
  const link = useRef<Handler>(null);

  useEffect(() => {
    latest.current = config;
  });

  useEffect(() => {
    const handler = create({
      ...latest.current,
      onSuccess: (...args) => latest.current.onSuccess(...args),
      onExit: (...args) => latest.current.onExit?.(...args),
      onEvent: (name, metadata) => latest.current.onEvent?.(name, metadata),
    });
    link.current = handler;
    return () => handler.destroy();
  }, []);

  return useCallback(() => link.current?.open(), []);
}
