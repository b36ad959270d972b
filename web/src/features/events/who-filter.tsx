/** Who acted; a press shows what else they did, and what was done to them. */
export function WhoFilter({
  id,
  name,
  onChoose,
}: {
  /** Null of what has no id to look for. */
  id: string | null;
  name: string;
  onChoose: (id: string) => void;
}) {
  if (id === null) return <span className="wrap-anywhere">{name}</span>;
  return (
    <button
      type="button"
      title={`Ver só ${name}`}
      onClick={() => onChoose(id)}
      className="rounded text-left wrap-anywhere underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-primary-ink"
    >
      {name}
    </button>
  );
}
