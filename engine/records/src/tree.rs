//! The moves of a record with its variations, as a tree of numbered nodes.
//!
//! Node 0 is the start; the first child of a node continues its line, the others begin variations.
//! The number of nodes and the nesting of variations are bounded, so that the tree of any file can
//! be walked by recursion.

/// The most moves read for one game.
pub(crate) const MAX_MOVES: usize = 500_000;

/// The deepest nesting of variations. Deeper ones are left out, so that a tree can be walked by
/// recursion.
pub(crate) const MAX_NESTING: u16 = 100;

/// A move with its time and comment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// The action in its canonical text; empty at the start.
    pub action: String,
    /// The number of moves that lead here; 0 at the start.
    pub ply: usize,
    /// The time it took, in milliseconds.
    pub time: Option<u64>,
    /// The comment on it; several lines are joined by line feeds.
    pub comment: String,
    /// The move before it; the start's is the start.
    pub parent: usize,
    /// The moves after it, the main line's first.
    pub children: Vec<usize>,
    /// Marks that judge the move, such as `!` and `$14`, with blanks between them.
    pub marks: String,
    /// A program's judgement of the move.
    pub evaluation: Option<Evaluation>,
    /// Whether its line ends here: all nodes after it are variations, even the first.
    pub(crate) stops: bool,
    /// Its place in the text, line and column from 1.
    pub(crate) place: (usize, usize),
    /// The number of variations it is nested in.
    pub(crate) nesting: u16,
}

/// A program's judgement of a position, as records hold it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evaluation {
    /// The value in hundredths of a pawn, for the first side where it is better.
    pub value: i32,
    /// The moves that the program expects.
    pub line: Vec<String>,
}

/// A game's moves: node 0 is the start, the first child of each node is the main line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// The number of nodes, the start included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tree always has its start")]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node by its number, the start if there is no such node.
    #[must_use]
    pub fn node(&self, id: usize) -> &Node {
        self.nodes.get(id).unwrap_or(&self.nodes[0])
    }

    pub(crate) fn node_mut(&mut self, id: usize) -> &mut Node {
        let id = if id < self.nodes.len() { id } else { 0 };
        &mut self.nodes[id]
    }

    /// The move that continues the line of a node; none where the line ends.
    #[must_use]
    pub fn next(&self, id: usize) -> Option<usize> {
        let node = self.node(id);
        if node.stops { None } else { node.children.first().copied() }
    }

    /// The moves that begin variations after a node.
    #[must_use]
    pub fn others(&self, id: usize) -> &[usize] {
        let node = self.node(id);
        node.children.get(usize::from(!node.stops)..).unwrap_or(&[])
    }

    /// The nodes of the line that begins with a node.
    #[must_use]
    pub fn line_from(&self, first: usize) -> Vec<usize> {
        std::iter::successors(Some(first), |&id| self.next(id)).collect()
    }

    /// The nodes of the main line, without the start.
    #[must_use]
    pub fn main_line(&self) -> Vec<usize> {
        self.line_from(0).split_off(1)
    }

    /// The nodes from the start to a node, without the start.
    #[must_use]
    pub fn path_to(&self, id: usize) -> Vec<usize> {
        let before = |&id: &usize| (id != 0).then(|| self.node(id).parent);
        let mut path: Vec<usize> = std::iter::successors(Some(id), before).collect();
        path.retain(|&id| id != 0);
        path.reverse();
        path
    }

    /// The child of a node by an action, if it has one.
    pub(crate) fn child(&self, parent: usize, action: &str) -> Option<usize> {
        self.node(parent).children.iter().copied().find(|&id| self.node(id).action == action)
    }

    /// Adds a move; `None` if the tree is full or the variation too deep.
    pub(crate) fn add(
        &mut self,
        parent: usize,
        action: String,
        place: (usize, usize),
    ) -> Option<usize> {
        let before = self.node(parent);
        let aside = before.stops || !before.children.is_empty();
        let nesting = before.nesting + u16::from(aside);
        if self.nodes.len() > MAX_MOVES || nesting > MAX_NESTING {
            return None;
        }
        let (id, ply) = (self.nodes.len(), before.ply + 1);
        self.nodes.push(Node { action, ply, parent, place, nesting, ..Node::default() });
        self.node_mut(parent).children.push(id);
        Some(id)
    }

    /// Ends the line of a node that has no children yet: nodes added after it are variations.
    pub(crate) fn stop(&mut self, id: usize) {
        let node = self.node_mut(id);
        node.stops |= node.children.is_empty();
    }

    /// Continues the line of a node with one of its children, which becomes the first.
    pub(crate) fn continue_with(&mut self, id: usize, child: usize) {
        let nesting = self.node(id).nesting;
        self.node_mut(child).nesting = nesting;
        let node = self.node_mut(id);
        node.stops = false;
        if let Some(at) = node.children.iter().position(|&other| other == child) {
            node.children[..=at].rotate_right(1);
        }
    }

    /// Adds a mark to a move.
    pub(crate) fn mark(&mut self, id: usize, mark: &str) {
        let marks = &mut self.node_mut(id).marks;
        if !marks.is_empty() {
            marks.push(' ');
        }
        marks.push_str(mark);
    }

    /// Adds a line to the comment on a move.
    pub(crate) fn comment(&mut self, id: usize, text: &str) {
        let comment = &mut self.node_mut(id).comment;
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.extend(text.chars().filter(|&c| matches!(c, '\n' | '\t') || !c.is_control()));
    }
}
